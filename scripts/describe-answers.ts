import { makeApiAnswers } from './api-answers.ts'
import { scriptArguments } from './script-arguments.ts'

scriptArguments(`Makes out/api-answers.json if it is missing or older than the types of the contract.

node scripts/describe-answers.ts   the build, the tests and npm ci do it too`)
await makeApiAnswers()
