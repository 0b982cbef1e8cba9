import { join } from 'node:path'

import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Takes screenshots of the window with an in-memory engine. They are not compared.

npm run screenshots [-- DIRECTORY [VIEW…]]   every view, light and dark, in four sizes, as PNG
npm run screenshots -- --language de         the same in German, or in the pseudo language: pseudo
npm run screenshots -- --readme              the pictures of README.md, as WebP, into docs/images
npm run screenshots -- --moving              the moving picture of README.md; needs a build and img2webp`

const { flags, values, positionals } = scriptArguments(USAGE, {
  flags: ['readme', 'moving'],
  values: ['language'],
  positionals: Infinity,
})
const language = values.get('language')
const program = flags.has('moving') ? 'take-moving-picture.ts' : 'take-screenshots.ts'
const given = flags.has('readme')
  ? ['--readme']
  : language === undefined
    ? positionals
    : ['--language', language, ...positionals]
process.exitCode = await runProgram(process.execPath, [join(ROOT, 'test', 'renderer', 'preview', program), ...given])
