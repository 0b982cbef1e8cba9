import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { answerSchemas } from './answer-schemas.ts'
import { ROOT } from './project.ts'

/** Writes resources/api-answers.json, after a change of a type that an operation answers with. */
writeFileSync(join(ROOT, 'resources', 'api-answers.json'), `${JSON.stringify(answerSchemas(), null, 2)}\n`)
