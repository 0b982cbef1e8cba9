import type { AgentId } from '../../shared/ids.ts'
import { agentKind, isBegunByProgram } from '../store/agent-kind.ts'
import { isRunning } from '../store/agent-state.ts'
import { type MapLayout, placeOf, type PlacedLane } from './layout-map.ts'

/** A part of the map, px from the upper left corner of the lines. */
export interface DrawnPart {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** `sap`: alive, adopted or chosen. `dotted`: a model or the program began it. */
type LineLook = 'wood' | 'sap' | 'wood_dotted' | 'sap_dotted'

/** Paths of SVG, by look. */
export type MapPaths = Readonly<Record<LineLook, string>> & {
  /** Ends of the attempts of races, as a path of dots. */
  readonly ends: string
  /** From the name to where a line begins. */
  readonly leads: string
}

/** Radius of a turn, px at 100 % text. */
const TURN = 10
/** Distance of the attempts of a race, and how far they fan out at most. */
const ATTEMPT_DISTANCE = 5.4
const ATTEMPT_SPREAD = 27

interface DrawOptions {
  /** From the root to the chosen agent. */
  readonly path: ReadonlySet<AgentId>
  /** Agents whose answer was adopted. */
  readonly adopted: ReadonlySet<AgentId>
}

/**
 * Draws the lines that touch a part of the map. One path for each look: thousands of lines are no more elements than
 * one.
 */
export function drawMap(map: MapLayout, view: DrawnPart, options: DrawOptions): MapPaths {
  const drawing = new Drawing(map, view, options)
  const reaches = reachesOf(map)
  for (const [index, placed] of map.lanes.entries()) {
    const [top = 0, bottom = 0] = [reaches[2 * index], reaches[2 * index + 1]]
    if (top < view.bottom && bottom > view.top) drawing.lane(placed)
  }
  return drawing.paths()
}

const measured = new WeakMap<MapLayout, Float64Array>()

/**
 * Returns how far up and down the lines of each lane reach, px: its own, that of its fork, and those of what came back to it.
 * Of thousands of lanes few touch a view, and a map is drawn again with each step of scrolling.
 */
function reachesOf(map: MapLayout): Float64Array {
  const known = measured.get(map)
  if (known !== undefined) return known
  const reaches = new Float64Array(2 * map.lanes.length)
  for (const [index, { lane, y }] of map.lanes.entries()) {
    const above = lane.parent === null ? undefined : map.lanes[lane.parent]
    const sources = lane.points.flatMap(({ from }) => from.map((id) => map.lanes[map.places.get(id) ?? -1]))
    const ends = [above, ...sources].flatMap((each) => each?.y ?? [])
    reaches[2 * index] = Math.min(y, ...ends)
    reaches[2 * index + 1] = Math.max(y, ...ends)
  }
  measured.set(map, reaches)
  return reaches
}

class Drawing {
  readonly #map: MapLayout
  readonly #view: DrawnPart
  readonly #options: DrawOptions
  readonly #drawn: Record<LineLook | 'ends' | 'leads', string[]> = {
    wood: [],
    sap: [],
    wood_dotted: [],
    sap_dotted: [],
    ends: [],
    leads: [],
  }
  /** Forks of one agent that are less than a pixel apart are one line, where both pass the view. */
  readonly #passing = new Set<string>()

  constructor(map: MapLayout, view: DrawnPart, options: DrawOptions) {
    this.#map = map
    this.#view = view
    this.#options = options
  }

  paths(): MapPaths {
    const { wood, sap, wood_dotted: woodDotted, sap_dotted: sapDotted, ends, leads } = this.#drawn
    return {
      wood: wood.join(''),
      sap: sap.join(''),
      wood_dotted: woodDotted.join(''),
      sap_dotted: sapDotted.join(''),
      ends: ends.join(''),
      leads: leads.join(''),
    }
  }

  lane(placed: PlacedLane): void {
    const { lane, y, x } = placed
    const isInView = y > this.#view.top && y < this.#view.bottom
    const above = lane.parent === null ? undefined : this.#map.lanes[lane.parent]
    if (above !== undefined) this.#fork(placed, above, isInView)
    if (isInView) {
      this.#drawn.leads.push(`M0 ${px(y)}H${px(Math.max(0, x - TURN * this.#map.zoom))}`)
      if (lane.attempts.length > 0) this.#attempts(placed)
      else if (!placed.isBefore) this.#add(this.#look(placed), this.#line(placed, above))
    }
    for (const { kind, from, time } of lane.points)
      if (kind !== 'prompt' && time >= this.#map.scale.from)
        for (const id of from)
          this.#flowBack(placed, this.#map.lanes[this.#map.places.get(id) ?? -1], { time, isMail: kind === 'mail' })
  }

  /** The turn of a fork belongs to the horizontal line; this is the vertical one above it. */
  #fork({ lane, y, x, isCutAtStart, isBefore }: PlacedLane, above: PlacedLane, isInView: boolean): void {
    if (isCutAtStart || isBefore || !this.#crosses(above.y, y)) return
    const turn = TURN * this.#map.zoom
    const look = this.#looks(lane.agent.id, lane.agent)
    if (!isInView) {
      const key = `${look} ${above.y} ${Math.round(x)} ${y < this.#view.top}`
      if (this.#passing.has(key)) return
      this.#passing.add(key)
    }
    // The line of an agent that had ended is drawn on to the place where it was forked.
    const reach = x > above.end ? `M${px(above.end)} ${px(above.y)}H${px(x)}` : ''
    this.#add(look, `${reach}M${px(x)} ${px(above.y)}V${px(y - turn)}`)
  }

  #line({ y, x, end, isCutAtStart }: PlacedLane, above: PlacedLane | undefined): string {
    const turn = TURN * this.#map.zoom
    if (above === undefined || isCutAtStart) return `M${px(x)} ${px(y)}H${px(end)}`
    return `M${px(x)} ${px(y - turn)}Q${px(x)} ${px(y)} ${px(x + turn)} ${px(y)}H${px(end)}`
  }

  /** Thin lines that fan out from one place. */
  #attempts({ lane, y, x }: PlacedLane): void {
    const { zoom } = this.#map
    const turn = TURN * zoom
    this.#add(this.#look({ lane }), `M${px(x)} ${px(y - turn)}Q${px(x)} ${px(y)} ${px(x + turn)} ${px(y)}`)
    const count = lane.attempts.length
    const distance = Math.min(ATTEMPT_DISTANCE, ATTEMPT_SPREAD / Math.max(1, count - 1)) * zoom
    for (const [index, { agent, to }] of lane.attempts.entries()) {
      const down = (index - (count - 1) / 2) * distance
      const begins = x + turn + 18 * zoom
      const ends = Math.max(begins + 4 * zoom, placeOf(this.#map, to))
      const curve = `q${px(6 * zoom)} 0 ${px(9 * zoom)} ${px(down / 2)}t${px(9 * zoom)} ${px(down / 2)}`
      this.#add(this.#looks(agent.id, agent, false), `M${px(x + turn)} ${px(y)}${curve}H${px(ends)}`)
      this.#drawn.ends.push(`M${px(ends)} ${px(y + down)}h0.01`)
    }
  }

  /** What came back from another agent, at a time. */
  #flowBack(to: PlacedLane, from: PlacedLane | undefined, { time, isMail }: { time: number; isMail: boolean }): void {
    if (from === undefined || from === to || !this.#crosses(from.y, to.y)) return
    const turn = TURN * this.#map.zoom
    const x = placeOf(this.#map, time)
    const side = to.y < from.y ? -1 : 1
    const begins = Math.min(from.end, x - turn)
    const look = isMail ? 'wood_dotted' : 'sap'
    this.#add(
      look,
      `M${px(begins)} ${px(from.y)}H${px(x - turn)}Q${px(x)} ${px(from.y)} ${px(x)} ${px(from.y + side * turn)}V${px(to.y)}`,
    )
  }

  #crosses(a: number, b: number): boolean {
    return Math.max(a, b) > this.#view.top && Math.min(a, b) < this.#view.bottom
  }

  #look({ lane }: { readonly lane: PlacedLane['lane'] }): LineLook {
    return this.#looks(lane.agent.id, lane.agent, lane.attempts.length === 0)
  }

  #looks(id: AgentId, agent: PlacedLane['lane']['agent'], canBeDotted = true): LineLook {
    const isDotted = canBeDotted && isBegunByProgram(agentKind(agent))
    const { path, adopted } = this.#options
    const isSap = path.has(id) || adopted.has(id) || isRunning(agent)
    if (isSap) return isDotted ? 'sap_dotted' : 'sap'
    return isDotted ? 'wood_dotted' : 'wood'
  }

  /** Beside the view nothing is left out: a browser does not draw it, and few lines end there. */
  #add(look: LineLook, path: string): void {
    this.#drawn[look].push(path)
  }
}

/** To a hundredth of a pixel: longer texts take longer to parse. */
function px(value: number): string {
  return String(Math.round(value * 100) / 100)
}
