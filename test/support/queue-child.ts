import { Pane, valueOf } from './drive-agent.ts'
import { openRealEngine } from './open-real-engine.ts'

/** An engine in a process of its own that begins a turn, queues a prompt, says at once that it is queued, and is killed. */
const [, , databaseUrl = '', agentId = ''] = process.argv
const environment = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']))
const { engine } = await openRealEngine(environment, { databaseUrl, attended: true })
const pane = await Pane.open(engine, agentId)
valueOf(await engine.agents.submit({ agentId, text: 'First' }))
await pane.until(({ view }) => view.turn?.blocks.length === 1)
const { queued } = valueOf(await engine.agents.submit({ agentId, text: 'Second', ifBusy: 'queue' }))
process.send?.(queued === true ? 'queued' : 'not queued')
