import type { AgentSummary, ModelChoice } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useModels } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { formatCost } from '../parts/money-text.ts'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'
import { agentName } from '../store/agent-name.ts'
import { ownModelTitle } from '../store/model-title.ts'
import { clockTime, dateAndTime } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import type { RowFace } from '../tree/row-faces.ts'
import { laneOf, type MapCursor } from './map-keys.ts'
import type { Lane } from './map-lanes.ts'
import styles from './map-details.module.css'
import { laneName, pointText } from './map-words.ts'

const words = texts.map.details

interface MapDetailsProps {
  readonly lanes: readonly Lane[]
  readonly faces: ReadonlyMap<AgentId, RowFace>
  readonly agents: ReadonlyMap<AgentId, AgentSummary>
  readonly cursor: MapCursor | null
  /** Those that were ticked for comparing. */
  readonly selected: readonly AgentId[]
  onOpen(at: MapCursor, beside: boolean): void
  onCompare(): void
}

/** What is known of the line with the cursor, and of the prompt with the cursor. */
export function MapDetails({ lanes, faces, agents, cursor, selected, onOpen, onCompare }: MapDetailsProps) {
  const { dialogs } = useStores()
  const lane = lanes[laneOf(lanes, cursor)]
  if (lane === undefined || cursor === null) return null
  const { agent } = lane
  const face = faces.get(agent.id)
  const name = laneName(lane, face)
  const point = lane.points.find(({ eventId }) => eventId === cursor.eventId) ?? lane.points.at(-1)
  return (
    <aside className={styles.details} aria-label={name} data-landmark>
      <div className={styles.head}>
        {agent.choice === null || face?.isHidden === true ? null : <ProviderLeaf of={agent.choice.provider} />}
        <h3 className={styles.name} dir="auto">
          {name}
        </h3>
      </div>
      <Facts lane={lane} face={face} agents={agents} />
      {point === undefined ? null : (
        <p className={styles.point} dir="auto">
          {pointText(
            point,
            point.from.map((id) => nameOf(agents, id)),
            0,
          )}
        </p>
      )}
      <div className={styles.acts}>
        <Button tone="primary" onClick={() => onOpen(cursor, false)}>
          {words.open}
        </Button>
        {selected.length > 1 ? (
          <Button onClick={onCompare}>{words.compare({ agents: selected.length })}</Button>
        ) : (
          <Button onClick={() => dialogs.setState({ dialog: { type: 'compare', with: agent.id } })}>
            {words.compareWith}
          </Button>
        )}
      </div>
      <p className={styles.keys}>
        <span>
          <Keys keys={ALONG} /> {words.alongLine}
        </span>
        <span>
          <Keys keys={BETWEEN} /> {words.betweenLines}
        </span>
        <span>
          <kbd>{texts.keys.enter}</kbd> {words.opens}
        </span>
      </p>
    </aside>
  )
}

/** Signs on keyboards, the same in every language. */
const ALONG = ['←', '→'] as const
const BETWEEN = ['↑', '↓'] as const

function Keys({ keys }: { readonly keys: readonly string[] }) {
  return keys.map((key) => <kbd key={key}>{key}</kbd>)
}

function Facts({ lane, face, agents }: Pick<MapDetailsProps, 'agents'> & { lane: Lane; face: RowFace | undefined }) {
  const { agent, row, attempts, from } = lane
  const { choice, parentId, cost } = agent
  const isSameDay = new Date(from).toDateString() === new Date(lane.to).toDateString()
  const name = useModels(({ list }) => ownModelTitle(list, agent))
  const model = choice === null || name === null ? null : modelText(choice, name)
  const own = formatCost(cost)
  const facts = [
    parentId === null
      ? null
      : {
          label: words.grewFrom,
          text: words.fromAt({
            agent: nameOf(agents, parentId),
            time: isSameDay ? clockTime(from) : dateAndTime(from),
          }),
        },
    model === null || face?.isHidden === true || attempts.length > 0 ? null : { label: words.modelLabel, text: model },
    row.versions === undefined
      ? null
      : { label: words.versions, text: words.version({ version: row.versions.index, versions: row.versions.count }) },
    face?.isHidden === true
      ? null
      : {
          label: words.cost,
          text: row.hasChildren ? words.costBelow({ own, below: formatCost(row.subtree.cost) }) : own,
        },
  ].filter((fact) => fact !== null)
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function modelText({ thinkingLevel: level }: ModelChoice, title: string): string {
  return level === 'none' ? title : `${title} · ${texts.models.level.words[level]}`
}

function nameOf(agents: ReadonlyMap<AgentId, AgentSummary>, id: AgentId): string {
  return agentName(agents.get(id) ?? { id, name: '' })
}
