import { useEffect, useState } from 'react'
import { isBusy } from '../../shared/agent-summary.ts'

import type { BranchMerge } from '../../shared/branch-merge.ts'
import { tokensOfText } from '../../shared/text-tokens.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useAgent, useAgentName } from '../hooks/use-agent.ts'
import { DialogForm } from '../parts/dialog-form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { formatCount } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'
import styles from './fork-dialog.module.css'
import { MergeFields, MergeWriter, useMergeTargets } from './merge-parts.tsx'
import { defined } from '../../shared/defined.ts'

const words = texts.fork.mergeBack

interface MergeBackDialogProps {
  readonly agentId: AgentId
  /** A message of the turn that is merged; null: the whole branch. */
  readonly turn: EventId | null
}

/** Adds a text about a branch, or about one of its turns, to the context of another agent. It is edited before. */
export function MergeBackDialog({ agentId, turn }: MergeBackDialogProps) {
  const { dialogs, layout, notices } = useStores()
  const { compare } = useActions()
  const name = useAgentName(agentId)
  const { targets, preset } = useMergeTargets(agentId)
  const [target, setTarget] = useState<AgentId | null>(preset)
  const [edited, setEdited] = useState<string | null>(null)
  const [typedLimit, setTypedLimit] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [writer, setWriter] = useState<AgentId | null>(null)
  const { merge, obstacle, isWriting } = useBranchMerge({ source: agentId, turn, into: target, writer })
  const text = edited ?? merge?.text ?? ''
  const limit = typedLimit ?? merge?.maxTokens ?? 0
  const tokens = Math.ceil(tokensOfText(text))
  const writeWith = (fork: AgentId) => {
    setWriter(fork)
    setEdited(null)
    setRefusal(null)
  }
  const close = () => dialogs.close()

  async function add(): Promise<void> {
    if (target === null) return
    setBusy(true)
    const done = await compare.mergeBranch({
      source: agentId,
      into: target,
      ...defined({ turn: turn ?? undefined, writer: writer ?? undefined, text: edited ?? undefined }),
      maxTokens: limit,
    })
    setBusy(false)
    if (!done.ok) return setRefusal(done.error.message)
    close()
    layout.dispatch({ type: 'open', agents: [target], focus: true })
    notices.announce(words.done({ agent: targets.find(({ id }) => id === target)?.name ?? '' }))
  }

  return (
    <Dialog
      title={turn === null ? words.title({ agent: name }) : words.turnTitle({ agent: name })}
      size="wide"
      initialFocus="marked"
      onClose={close}
    >
      <DialogForm
        submit={words.submit}
        disabled={busy || isWriting || merge === null || tokens > limit || text.trim() === ''}
        note={texts.parts.mergeEntry.note}
        onSubmit={() => void add()}
        onCancel={close}
      >
        <MergeFields
          targets={targets}
          target={target}
          onTarget={setTarget}
          text={text}
          onText={setEdited}
          limit={limit}
          onLimit={setTypedLimit}
        />
        <MergeWriter
          agentId={agentId}
          isTurn={turn !== null}
          merge={merge}
          limit={limit}
          isWriting={isWriting}
          onStarted={writeWith}
          onFailed={setRefusal}
        />
        <MergeState target={target} obstacle={obstacle} merge={merge} tokens={tokens} limit={limit} />
        <FailureNote failure={refusal} />
      </DialogForm>
    </Dialog>
  )
}

interface MergeStateProps {
  readonly target: AgentId | null
  /** Why there is nothing to merge yet; null: there is. */
  readonly obstacle: string | null
  /** Null: it has not arrived, or there is none. */
  readonly merge: BranchMerge | null
  readonly tokens: number
  readonly limit: number
}

/** What is missing for a merge, or its size. It is no failure: the user has not asked for anything yet. */
function MergeState({ target, obstacle, merge, tokens, limit }: MergeStateProps) {
  const size = merge === null ? null : sizeText(merge, tokens, limit)
  return (
    <div className={styles.label} role="status">
      {target === null ? words.noTarget : (obstacle ?? size)}
    </div>
  )
}

function sizeText(merge: BranchMerge, tokens: number, limit: number): string {
  const figures = { tokens: formatCount(tokens), branch: formatCount(merge.branchTokens) }
  return tokens > limit ? words.tooLong(figures) : words.size(figures)
}

interface BranchMergePreview {
  /** Null: it has not arrived, or there is none. */
  readonly merge: BranchMerge | null
  /** Why there is none, as the engine says it. */
  readonly obstacle: string | null
  /** Whether the writer has not finished. */
  readonly isWriting: boolean
}

interface MergeQuestion {
  readonly source: AgentId
  /** A message of the turn that is merged; null: the whole branch. */
  readonly turn: EventId | null
  /** Null: none is chosen, and nothing is asked. */
  readonly into: AgentId | null
  /** The fork that writes the text; null: the text is the newest answer. */
  readonly writer: AgentId | null
}

const NONE = { merge: null, obstacle: null }

/** What merging a branch, or the turn of a message of it, would add to an agent. */
function useBranchMerge({ source, turn, into, writer }: MergeQuestion): BranchMergePreview {
  const { compare } = useActions()
  const [shown, setShown] = useState<Omit<BranchMergePreview, 'isWriting'>>(NONE)
  const fork = useAgent(writer ?? '')
  const isWriting = writer !== null && (fork?.lastMessageId === undefined || isBusy(fork.activity.type))
  const written = fork?.lastMessageId
  // Also with each message of the writer: a short turn may begin and end between two states that the window gets.
  useEffect(() => {
    if (isWriting || into === null) return
    let isCurrent = true
    const wish = { source, into, ...defined({ turn: turn ?? undefined, writer: writer ?? undefined }) }
    void compare.mergeBranch({ ...wish, preview: true }).then((read) => {
      if (!isCurrent) return
      setShown(read.ok ? { merge: read.value, obstacle: null } : { merge: null, obstacle: read.error.message })
    })
    return () => {
      isCurrent = false
    }
  }, [compare, source, turn, into, writer, isWriting, written])
  return { ...shown, isWriting }
}
