import type { AgentEventOf } from '../../shared/agent-event.ts'
import { type ChangeFigures, changeFigures } from '../../shared/change-figures.ts'
import type { EventId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { FileDiff } from '../changes/file-diff.tsx'
import { useUndoChanges } from '../changes/use-undo.ts'
import { useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { NoteLine } from '../parts/note-line.tsx'
import { texts } from '../text/texts.ts'
import styles from './change-strips.module.css'
import { usePaneStream } from './pane-stream-context.ts'

const words = texts.history.changes

/** Differences of at most so many lines are shown without opening them. */
const MAX_SHOWN_LINES = 6

/** The others are in the dialog of changes. */
const MAX_SHOWN_FILES = 20

/** What a turn changed in files, after its last response. */
export function TurnChangesStrip({ responseId }: { responseId: EventId }) {
  const { agentId, running, changes } = usePaneStream()
  const { windowView } = useStores()
  const undo = useUndoChanges(agentId)
  const turn = changes.turns.get(responseId)
  if (turn === undefined) return null
  const scope = { type: 'turn', turnId: turn.turnId } as const
  return (
    <div className={styles.strip} role="group" aria-label={words.turn}>
      {turn.figures.files === 0 ? null : <span>{texts.changes.figures(turn.figures)}</span>}
      {turn.unsure.files === 0 ? null : <span>{words.unsure({ figures: texts.changes.figures(turn.unsure) })}</span>}
      <Button tone="quiet" onClick={() => windowView.showChanges({ type: 'agent', agentId, scope })}>
        {words.review}
      </Button>
      {running ? null : (
        <Button tone="quiet" onClick={() => void undo({ scope })}>
          {words.undoTurn}
        </Button>
      )}
    </div>
  )
}

/** What a call changed in files, in its card. */
export function CallChanges({ callId }: { callId: string }) {
  const { agentId, running, changes } = usePaneStream()
  const undo = useUndoChanges(agentId)
  const call = changes.calls.get(callId)
  if (call === undefined) return null
  const scope = { type: 'call', callId } as const
  const { figures, unsure, paths } = call
  return (
    <div className={styles.call}>
      {figures.files === 0 ? null : (
        <CallFiles summary={texts.changes.figures(figures)} figures={figures} callId={callId} paths={paths.own} />
      )}
      {unsure.files === 0 ? null : (
        <CallFiles
          summary={words.unsure({ figures: texts.changes.figures(unsure) })}
          figures={unsure}
          callId={callId}
          paths={paths.unsure}
        />
      )}
      {running ? null : (
        <Button tone="quiet" onClick={() => void undo({ scope })}>
          {words.undoCall}
        </Button>
      )}
    </div>
  )
}

interface CallFilesProps {
  readonly summary: string
  readonly figures: ChangeFigures
  readonly callId: string
  readonly paths: readonly string[]
}

function CallFiles({ summary, figures, callId, paths }: CallFilesProps) {
  const { agentId } = usePaneStream()
  return (
    <Disclosure summary={summary} open={figures.added + figures.removed <= MAX_SHOWN_LINES}>
      {paths.slice(0, MAX_SHOWN_FILES).map((path) => (
        <div key={path} role="group" aria-label={path}>
          <p className={styles.path}>{visibleText(path)}</p>
          <FileDiff agentId={agentId} scope={{ type: 'call', callId }} path={path} />
        </div>
      ))}
    </Disclosure>
  )
}

/** A change to files that no call of the agent made. It can be taken back, too: that of an undo is a redo. */
export function CheckpointRule({ event }: { event: AgentEventOf<'checkpoint'> }) {
  const { agentId, running } = usePaneStream()
  const undo = useUndoChanges(agentId)
  const { cause, files, more } = event.data
  if (cause === 'call' || cause === 'fork' || files.length === 0) return null
  return (
    <NoteLine>
      {words.causes[cause]({ figures: texts.changes.figures(changeFigures(files, more)) })}
      {running || cause === 'outside' || event.agentId !== agentId ? null : (
        <Button tone="quiet" onClick={() => void undo({ scope: { type: 'event', eventId: event.id } })}>
          {cause === 'apply' ? texts.common.undo : texts.common.redo}
        </Button>
      )}
    </NoteLine>
  )
}
