import type { Page } from '@playwright/test'

import { paneName } from './bench-many-panes.ts'
import { calm, openWindow } from './bench-page.ts'
import type { BenchWorld } from './bench-world.ts'
import { RUN_UP_MS, startStreams, stopStreams } from './steady.ts'
import type { WindowFigure } from './window-figure.ts'

const COUNTS = [1, 16] as const
const SHOWN = 4
const SECONDS = 5
/** As the simulator counts them. */
const CHARACTERS_PER_TOKEN = 4

/** Messages of the window's socket for each token that streams. */
export async function benchPackets(world: BenchWorld): Promise<readonly WindowFigure[]> {
  const figures: WindowFigure[] = []
  for (const streams of COUNTS) figures.push(...(await measure(world, streams)))
  return figures
}

async function measure(world: BenchWorld, streams: number): Promise<readonly WindowFigure[]> {
  const context = await world.openBrowser()
  const names = Array.from({ length: streams }, (_, index) => paneName(index))
  const received = { messages: 0, bytes: 0 }
  context.on('page', (page) => countMessages(page, received))
  const page = await openWindow(
    { ...world, context },
    names.map((name) => [name]),
    Math.min(streams, SHOWN),
  )
  const followed = countCharacters(world, names)
  await startStreams(world, names)
  await page.waitForTimeout(RUN_UP_MS)
  const before = { ...received, characters: followed.characters() }
  await page.waitForTimeout(SECONDS * 1000)
  const tokens = (followed.characters() - before.characters) / CHARACTERS_PER_TOKEN
  const messages = received.messages - before.messages
  const bytes = received.bytes - before.bytes
  await stopStreams(world, names)
  followed.stop()
  await calm(page)
  await context.browser()?.close()
  const what = `${streams} ${streams === 1 ? 'stream' : 'streams'}`
  const of = `${Math.round(tokens)} tokens in ${SECONDS} s`
  return [
    { what: `${what}: socket messages ÷ tokens`, value: messages / tokens, unit: '×', of },
    { what: `${what}: bytes a token`, value: bytes / tokens, unit: 'bytes', of },
  ]
}

function countMessages(page: Page, received: { messages: number; bytes: number }): void {
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      received.messages += 1
      received.bytes += Buffer.byteLength(payload)
    })
  })
}

/** Characters of the answers, as another client of the engine receives them. */
function countCharacters({ connection, agentIds }: BenchWorld, names: readonly string[]) {
  let characters = 0
  const stops = names.map((name) =>
    connection.followAgent(agentIds.get(name) ?? '', (items) => {
      for (const item of items) {
        if (item.type === 'live' && item.event.type === 'text_delta') characters += item.event.text.length
      }
    }),
  )
  return { characters: () => characters, stop: () => stops.forEach((stop) => stop()) }
}
