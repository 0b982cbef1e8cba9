import { Pane, valueOf } from './drive-agent.ts'
import { openRealEngine } from './open-real-engine.ts'

/** An engine in a process of its own that starts a turn, says when the first words have been journaled, and is killed. */
const [, , databaseUrl = '', agentId = ''] = process.argv
const environment = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']))
const { engine } = await openRealEngine(environment, { databaseUrl })
const pane = await Pane.open(engine, agentId)
valueOf(await engine.agents.submit({ agentId, text: 'Go' }))
await pane.until(({ view }) => view.turn?.blocks.some((block) => block.type === 'text') === true)
// The journal's promise: text is on disk 250 ms after it came.
setTimeout(() => process.send?.('streaming'), 500)
