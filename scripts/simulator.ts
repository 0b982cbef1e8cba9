import { allRecordings } from '../test/support/provider-simulator/recordings.ts'
import { recordedAnswer } from '../test/support/provider-simulator/answer.ts'
import { demoAnswer } from '../test/support/provider-simulator/demo-script.ts'
import { startSimulator } from '../test/support/provider-simulator/start-simulator.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Starts the provider simulator and prints one line of JSON: base URLs, and environment variables for a client.
Plays the demo, or with --recording always the same recorded stream. Runs until it is killed.

node scripts/simulator.ts [--port N] [--lenient] [--recording NAME [--tokens-per-second N]]
node scripts/simulator.ts --list`

const { flags, values } = scriptArguments(USAGE, {
  flags: ['lenient', 'list'],
  values: ['port', 'recording', 'tokens-per-second'],
})

if (flags.has('list'))
  print(
    allRecordings()
      .map(({ file }) => file)
      .join('\n'),
  )
else await start()

async function start(): Promise<void> {
  const recording = values.get('recording')
  const pace = values.get('tokens-per-second')
  const delivery = pace === undefined ? {} : { tokensPerSecond: Number(pace) }
  const answerWith = recording === undefined ? demoAnswer : () => recordedAnswer(recording, delivery)
  const simulator = await startSimulator({
    port: Number(values.get('port') ?? 0),
    strict: !flags.has('lenient'),
    answerWith,
  })
  print(JSON.stringify({ baseUrls: simulator.baseUrls, environment: simulator.environment() }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
