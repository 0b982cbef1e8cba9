import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

/** Strict, and as long at work as somebody wishes. Tells the environment by which an engine reaches it. */
const simulator = await startSimulator({
  remembers: false,
  answerWith: () => ({
    type: 'script',
    blocks: [{ type: 'text', text: 'word '.repeat(1 + Math.floor(Math.random() * 600)) }],
    tokensPerSecond: 2_000,
  }),
})
process.send?.(simulator.environment())
process.on('disconnect', () => process.exit())
