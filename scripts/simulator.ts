import { parseArgs } from 'node:util'

import { allRecordings } from '../test/support/provider-simulator/recordings.ts'
import { recordedAnswer } from '../test/support/provider-simulator/answer.ts'
import { demoAnswer } from '../test/support/provider-simulator/demo-script.ts'
import { startSimulator } from '../test/support/provider-simulator/start-simulator.ts'

/**
 * Starts the provider simulator and prints one line of JSON: base URLs, and environment variables for a client. Plays
 * the demo, or with --recording always the same recorded stream. Runs until it is killed.
 */
const USAGE = `node scripts/simulator.ts [--port N] [--lenient] [--recording NAME [--tokens-per-second N]]
node scripts/simulator.ts --list`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    lenient: { type: 'boolean', default: false },
    recording: { type: 'string' },
    'tokens-per-second': { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) print(USAGE)
else if (values.list)
  print(
    allRecordings()
      .map(({ file }) => file)
      .join('\n'),
  )
else await start()

async function start(): Promise<void> {
  const { recording } = values
  const pace = values['tokens-per-second']
  const delivery = pace === undefined ? {} : { tokensPerSecond: Number(pace) }
  const answerWith = recording === undefined ? demoAnswer : () => recordedAnswer(recording, delivery)
  const simulator = await startSimulator({ port: Number(values.port), strict: !values.lenient, answerWith })
  print(JSON.stringify({ baseUrls: simulator.baseUrls, environment: simulator.environment() }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
