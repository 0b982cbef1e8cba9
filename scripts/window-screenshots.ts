import { join } from 'node:path'

import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Takes screenshots of the window with an in-memory engine. They are not compared.

npm run screenshots [-- DIRECTORY [VIEW…]]   every view, light and dark, in four sizes, as PNG
npm run screenshots -- --readme              the pictures of README.md, as WebP, into docs/images
npm run screenshots -- --moving              the moving picture of README.md; needs a build and img2webp`

const { flags, positionals } = scriptArguments(USAGE, { flags: ['readme', 'moving'], positionals: Infinity })
const program = flags.has('moving') ? 'take-moving-picture.ts' : 'take-screenshots.ts'
const given = flags.has('readme') ? ['--readme'] : positionals
process.exitCode = await runProgram(process.execPath, [join(ROOT, 'test', 'renderer', 'preview', program), ...given])
