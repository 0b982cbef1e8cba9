import { writeFileSync } from 'node:fs'
import { openBenchWorld } from './bench-world.ts'
import { streamName } from './bench-streaming.ts'
import { openWindow } from './bench-page.ts'
const names = Array.from({ length: 16 }, (_, i) => streamName(i))
const world = await openBenchWorld({ agents: names.map((name) => ({ name, events: 20 })), characters: 12000, rate: 100 })
const columns = [0, 1, 2, 3].map((c) => names.filter((_n, i) => i % 4 === c))
const page = await openWindow(world, columns)
await page.waitForTimeout(6000)
for (const name of names) await world.connection.client.agents.submit({ agentId: world.agentIds.get(name) ?? '', text: 'Go' })
await page.waitForTimeout(10000)
const browser = world.context.browser()!
await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink', 'cc', 'toplevel'] })
await page.waitForTimeout(6000)
const buf = await browser.stopTracing()
await page.screenshot({ path: '/tmp/h/stream.png' })
writeFileSync('/tmp/h/trace.json', buf)
await world.close()
