import { join } from 'node:path'

import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Races of three scripted models in projects by others: each has a fault, its own dependencies and tests; the winner
is adopted and taken back (test/real-projects/real-projects.ts). They are made from packages of the npm registry and of
Debian in temporary folders, about 0.5 GB; what Debian's packages it lacks is printed, and that project skipped.

npm run test:projects [-- NAME…]   NAME: part of a project's name, such as zod`

const named = scriptArguments(USAGE, { positionals: Infinity }).positionals
const program = join(ROOT, 'test', 'real-projects', 'race-real-projects.ts')
process.exitCode = await runProgram(process.execPath, [program, ...named])
