import { benchBaselines } from './bench-baselines.ts'
import { benchManyStreams, benchSlowStream, MANY_STREAMS } from './bench-few-and-many.ts'
import { benchFirstMinute } from './bench-first-minute.ts'
import { benchFootprint } from './bench-footprint.ts'
import { benchGlass } from './bench-glass.ts'
import { benchMap } from './bench-map.ts'
import { benchManyPanes, paneName, PANES } from './bench-many-panes.ts'
import { benchOpening, LONG, SHORT } from './bench-opening.ts'
import { benchPackets } from './bench-packets.ts'
import { benchPictures, WITH_PICTURES, WITH_TEXT } from './bench-pictures.ts'
import { benchSize } from './bench-size.ts'
import { benchStart } from './bench-start.ts'
import { benchStreaming, streamName, STREAMS, streamSeconds } from './bench-streaming.ts'
import { benchTree, treeAgentName } from './bench-tree.ts'
import { type BenchWorld, openBenchWorld } from './bench-world.ts'
import { printFigures, type WindowFigure } from './window-figure.ts'

/**
 * The window as it is built, in a browser, against the served app: `streaming`, `opening`, `panes`, `pictures`,
 * `tree`, `map`, `first-minute`, `start`, `footprint`, `packets`, or all of them. `glass` measures its rendering alone, from
 * the sources, and `size` what is packaged.
 */
const SECONDS = Number(process.env['IKIGAI_BENCH_SECONDS'] ?? 30)
const EVENTS = Number(process.env['IKIGAI_BENCH_EVENTS'] ?? 100_000)
const TREE_AGENTS = Number(process.env['IKIGAI_BENCH_AGENTS'] ?? 1_000)
const PICTURES = Number(process.env['IKIGAI_BENCH_PICTURES'] ?? 200)
const RATE = 100
const CHARACTERS_PER_TOKEN = 4
/** Events of an agent that is not the long one: a pane's whole tail, and a short conversation. */
const TAIL = 200
const FEW = 20
const NAMED = '--profile='

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const profileFile = process.argv.find((argument) => argument.startsWith(NAMED))?.slice(NAMED.length) ?? null
const isWanted = (part: string): boolean => wanted.length === 0 || wanted.includes(part)

/** The parts that start the app themselves, or need none. */
const WITHOUT_WORLD = new Map([
  ['first-minute', benchFirstMinute],
  ['start', benchStart],
  ['size', benchSize],
])

printFigures([...(await ofStarts()), ...(await ofLog())], process.argv.includes('--json'))

async function ofStarts(): Promise<readonly WindowFigure[]> {
  const figures: WindowFigure[] = []
  for (const [part, measurePart] of WITHOUT_WORLD) if (isWanted(part)) figures.push(...(await measurePart()))
  return figures
}

/** The parts that begin with agents in the log. */
async function ofLog(): Promise<readonly WindowFigure[]> {
  if (wanted.length > 0 && wanted.every((part) => WITHOUT_WORLD.has(part))) return []
  const world = await openBenchWorld({
    agents: [
      { name: SHORT, events: TAIL },
      ...(isWanted('opening') ? [{ name: LONG, events: EVENTS }] : []),
      ...(isWanted('pictures') ? pictureAgents() : []),
      ...agents(isWanted('streaming') ? MANY_STREAMS : 0, streamName, FEW),
      ...agents(isWanted('tree') ? TREE_AGENTS : 0, treeAgentName, FEW),
      ...agents(['panes', 'footprint', 'packets'].some(isWanted) ? PANES : 0, paneName, TAIL),
    ],
    characters: streamSeconds(SECONDS) * RATE * CHARACTERS_PER_TOKEN,
    rate: RATE,
  })
  try {
    return await measure(world)
  } finally {
    await world.close()
  }
}

async function measure(world: BenchWorld): Promise<readonly WindowFigure[]> {
  return [
    ...(isWanted('footprint') ? await benchFootprint(world) : []),
    ...(isWanted('packets') ? await benchPackets(world) : []),
    ...(isWanted('opening') ? await benchOpening(world, EVENTS) : []),
    ...(isWanted('panes') ? await benchManyPanes(world) : []),
    ...(isWanted('tree') ? await benchTree(world, TREE_AGENTS) : []),
    ...(isWanted('map') ? await benchMap(world.context) : []),
    ...(isWanted('pictures') ? await benchPictures(world, PICTURES) : []),
    ...(isWanted('glass') ? await benchGlass(world.context) : []),
    ...(isWanted('streaming') ? await ofStreams(world) : []),
  ]
}

async function ofStreams(world: BenchWorld): Promise<readonly WindowFigure[]> {
  const names = Array.from({ length: MANY_STREAMS }, (_, index) => streamName(index))
  return [
    ...(await benchStreaming(world, SECONDS, profileFile)),
    ...(await benchBaselines(world, names.slice(0, STREAMS), SECONDS)),
    ...(await benchSlowStream(world, streamName(0))),
    ...(await benchManyStreams(world, names, SECONDS)),
  ]
}

/** Two agents with the same prompts and answers. */
function pictureAgents() {
  const events = 2 * PICTURES + 1
  return [
    { name: WITH_PICTURES, events, pictures: PICTURES },
    { name: WITH_TEXT, events },
  ]
}

function agents(count: number, name: (index: number) => string, events: number) {
  return Array.from({ length: count }, (_, index) => ({ name: name(index), events }))
}
