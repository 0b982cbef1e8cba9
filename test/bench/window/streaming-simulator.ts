import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { benchText, DELTA_LENGTH } from './bench-text.ts'
import { startStampRelay } from './stamp-relay.ts'

/**
 * The provider simulator in a process of its own: Markdown at a steady pace, stamped as it leaves. Tells its
 * environment.
 */
const [, , characters = '12000', rate = '100'] = process.argv
const simulator = await startSimulator({
  strict: false,
  answerWith: () => ({
    type: 'script',
    blocks: [{ type: 'text', text: benchText(Number(characters), true) }],
    chunkSize: DELTA_LENGTH,
    tokensPerSecond: Number(rate),
  }),
})
const relay = await startStampRelay(simulator.port)
const environment = Object.entries(simulator.environment()).map(([name, value]) => [
  name,
  value.replace(`:${simulator.port}`, `:${relay}`),
])
process.send?.(Object.fromEntries(environment))
process.on('disconnect', () => process.exit())
