import { useMemo, useState } from 'react'

import type { ContextLedger } from '../../shared/context-ledger.ts'
import type { InstructionState } from '../../shared/contract/instructions.ts'
import type { AgentId } from '../../shared/ids.ts'
import { outsideProgramOf } from '../../shared/outside-agent.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useActions } from '../hooks/app-context.ts'
import { useModels, useViews } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { formatCount, formatShortCount } from '../parts/format-figures.ts'
import { findModel } from '../store/model-store.ts'
import { texts } from '../text/texts.ts'
import inspectorStyles from './context-inspector.module.css'
import styles from './context-ledger-view.module.css'
import { LedgerRowView } from './ledger-row-view.tsx'
import { ledgerFigures, ledgerRows, type LedgerRow } from './ledger-rows.ts'
import { useLoaded } from './use-loaded.ts'

const words = texts.inspector.context

/** Number of rows rendered initially, the newest ones. */
const FIRST_ROWS = 300

/** The ledger: the current parts of the context, each with the event that added it. */
export function ContextLedgerView({ agentId }: { agentId: AgentId }) {
  const { inspector } = useActions()
  const lastEventId = useViews(({ views }) => views.get(agentId)?.events.at(-1)?.id ?? 0)
  const ledger = useLoaded(() => inspector.ledger(agentId), agentId, String(lastEventId))
  if (ledger === null) return <p className={inspectorStyles.nothing}>{words.loading}</p>
  if (!ledger.ok) return <p className={inspectorStyles.nothing}>{ledger.error.message}</p>
  return (
    <>
      <OutsideNote agentId={agentId} />
      <InstructionsSwitch agentId={agentId} />
      <Ledger ledger={ledger.value} />
    </>
  )
}

/** What is not known of a program that answers in place of a model. */
function OutsideNote({ agentId }: { agentId: AgentId }) {
  const program = outsideProgramOf(useAgent(agentId)?.choice ?? null)
  if (program === null) return null
  return <p className={styles.outside}>{words.outside({ program })}</p>
}

function Ledger({ ledger }: { ledger: ContextLedger }) {
  const [all, setAll] = useState(false)
  const rows = useMemo(() => ledgerRows(ledger), [ledger])
  const shown = all ? rows : rows.slice(-FIRST_ROWS)
  if (rows.length === 0) return <p className={inspectorStyles.nothing}>{words.empty}</p>
  return (
    <>
      <LedgerSummary ledger={ledger} />
      {shown.length === rows.length ? null : (
        <p className={styles.older}>
          <Button onClick={() => setAll(true)}>
            {words.showOlder({ rows: formatCount(rows.length - shown.length) })}
          </Button>
        </p>
      )}
      <ol className={styles.rows} aria-label={words.rows}>
        {shown.map((row) => (
          <LedgerRowView key={rowKey(row)} row={row} agentId={ledger.agentId} />
        ))}
      </ol>
    </>
  )
}

function LedgerSummary({ ledger }: { ledger: ContextLedger }) {
  const { segments, tokens, uncounted } = ledgerFigures(ledger)
  const contextWindow = useContextWindow(ledger.agentId)
  const facts = [
    words.parts({ parts: segments, shown: formatCount(segments) }),
    ...(uncounted === 0 || tokens === null ? [] : [words.since({ parts: formatCount(uncounted) })]),
    ...(ledger.lastEdit === null ? [] : [words.wouldUndo({ edit: ledger.lastEdit })]),
  ]
  return (
    <div className={styles.summary}>
      <p className={styles.size}>
        {tokens === null ? (
          words.notCounted
        ) : (
          <>
            <strong>{words.tokens({ tokens: formatCount(tokens) })}</strong>
            {contextWindow === null
              ? words.atLastAnswer
              : words.atLastAnswerOf({ window: formatShortCount(contextWindow) })}
          </>
        )}
      </p>
      {tokens === null || contextWindow === null ? null : (
        <meter className={styles.meter} aria-label={words.share} max={contextWindow} value={tokens}>
          {formatCount(tokens)}
        </meter>
      )}
      <p className={styles.facts}>{facts.join(' · ')}</p>
    </div>
  )
}

/** Returns the size of the model's context window in tokens; null if not known. */
function useContextWindow(agentId: AgentId): number | null {
  const choice = useAgent(agentId)?.choice ?? null
  return useModels(({ list }) =>
    choice === null ? null : (findModel(list, choice.provider, choice.model)?.contextWindow ?? null),
  )
}

function rowKey(row: LedgerRow): string {
  if (row.type === 'segment') return `segment ${row.event.id}`
  return row.type === 'about' ? `about ${row.agentId}` : `${row.type} ${row.eventId}`
}

const instructionsWords = texts.inspector.instructions

/** Switches the instruction files and skills of an agent, and says what its project contributes. */
function InstructionsSwitch({ agentId }: { agentId: AgentId }) {
  const { inspector } = useActions()
  const [changes, setChanges] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const loaded = useLoaded(() => inspector.instructions(agentId), agentId, String(changes))
  if (loaded?.ok !== true) return null

  async function change(isOn: boolean): Promise<void> {
    setFailure(await inspector.switchInstructions(agentId, isOn))
    setChanges(changes + 1)
  }

  const { isOn } = loaded.value
  return (
    <div className={styles.summary}>
      <Checkbox label={instructionsWords.label} checked={isOn} onChange={(next) => void change(next)} />
      <p className={styles.facts}>{hintOf(loaded.value)}</p>
      <FailureNote failure={failure} />
    </div>
  )
}

function hintOf({ isOn, trust: { state, found } }: InstructionState): string {
  if (!isOn) return instructionsWords.off
  if (state === 'refused') return instructionsWords.refused
  if (state === 'undecided' && found.length > 0) return instructionsWords.undecided
  return instructionsWords.on
}
