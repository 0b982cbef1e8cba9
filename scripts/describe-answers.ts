import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { answerSchemas } from './answer-schemas.ts'
import { ROOT } from './project.ts'
import { scriptArguments } from './script-arguments.ts'

scriptArguments('node scripts/describe-answers.ts   writes resources/api-answers.json')

/** Writes resources/api-answers.json, after a change of a type that an operation answers with. */
writeFileSync(join(ROOT, 'resources', 'api-answers.json'), `${JSON.stringify(answerSchemas(), null, 2)}\n`)
