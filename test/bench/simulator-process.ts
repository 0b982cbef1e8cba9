import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

/** The simulator in a process of its own, so that its work is not the engine's. Tells its environment and base URLs. */
const [, , tokens = '1000', rate = '50'] = process.argv
const simulator = await startSimulator({
  strict: false,
  answerWith: () => ({
    type: 'script',
    blocks: [{ type: 'text', text: 'abcdefg '.repeat(Number(tokens)) }],
    chunkSize: 8,
    tokensPerSecond: Number(rate),
  }),
})
process.send?.({ environment: simulator.environment(), url: simulator.baseUrls.anthropic })
process.on('disconnect', () => process.exit())
