import { Pane, valueOf } from './drive-agent.ts'
import { openRealEngine } from './open-real-engine.ts'

/**
 * Runs an engine in a separate process. It starts a turn and reports when the first text is in the journal; the test
 * then kills it.
 */
const [, , databaseUrl = '', agentId = ''] = process.argv
const environment = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']))
const { engine } = await openRealEngine(environment, { databaseUrl })
const pane = await Pane.open(engine, agentId)
valueOf(await engine.agents.submit({ agentId, text: 'Go' }))
await pane.until(({ view }) => view.turn?.blocks.some((block) => block.type === 'text') === true)
// The journal guarantees that text is on disk 250 ms after it arrived.
setTimeout(() => process.send?.('streaming'), 500)
