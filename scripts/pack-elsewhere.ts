import { scriptArguments } from './script-arguments.ts'

scriptArguments(`npm runs it before \`npm pack\` in a checkout, and ends there: what is installed is packed from files of its own.

node scripts/pack-elsewhere.ts`)
console.error('The package for npm is not the checkout. Run: npm run package -- --npm   (docs/packaging.md#for-npm)')
process.exitCode = 1
