import { useState, useEffect } from 'react'

import type { AgentId, EventId } from '../../shared/ids.ts'
import { UNKNOWN_COST } from '../../shared/money.ts'
import { describedProfiles } from '../../shared/profile.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useAgent, useAgentName } from '../hooks/use-agent.ts'
import type { ForkRequest } from '../../shared/engine-api.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { type Estimates, useEstimate } from '../hooks/use-estimate.ts'
import { estimateText, NO_PRICE_TITLE } from '../parts/money-text.ts'
import styles from './fork-dialog.module.css'
import { NO_MODELS, specsOf, type SelectedModels } from '../models/selected-models.ts'
import { ModelsDialog } from './models-dialog.tsx'
import { ForkStartChoice, forkStartFields, type ForkStart, priceFields } from './fork-start-choice.tsx'
import { useConfig, useFolders } from '../hooks/use-stores.ts'
import { texts } from '../text/texts.ts'
import { defined } from '../../shared/defined.ts'

const words = texts.fork

interface ForkDialogProps {
  readonly agentId: AgentId
  /** The event to fork from. Null: the end of the context. */
  readonly atEventId: EventId | null
  /** Whether the children begin before that event and do not inherit it. */
  readonly before: boolean
}

/** Forks into one child per selected model, opened beside it, or as a comparison if there are several. */
export function ForkDialog({ agentId, atEventId, before }: ForkDialogProps) {
  const { notices } = useStores()
  const name = useAgentName(agentId)
  const [selected, setSelected] = useState<SelectedModels>(NO_MODELS)
  const [start, setStart] = useState<ForkStart>(() =>
    atEventId === null ? { type: 'everything' } : { type: before ? 'before' : 'event', eventId: atEventId },
  )
  const [prompt, setPrompt] = useState('')
  const [profile, setProfile] = useState<string | null>(null)
  const worktree = useWorktreeChoice(agentId, selected.size)
  const fork = useFork(agentId)
  const estimates = useEstimate({ agentId, models: specsOf(selected), text: prompt, ...priceFields(start) })
  const compares = selected.size > 1

  async function submit(models: readonly string[]): Promise<string | null> {
    const done = await fork({
      models,
      ...forkStartFields(start),
      prompt,
      ...defined({ worktree: worktree.isOn ? true : undefined, profile: profile ?? undefined }),
    })
    return done ? null : (notices.take(agentId) ?? '')
  }

  return (
    <ModelsDialog
      agentId={agentId}
      title={words.title({ agent: name })}
      selected={selected}
      onSelect={setSelected}
      note={
        <>
          {forkNote(selected.size, compares, profile !== null)}
          {estimates === null ? null : <ForkPrice estimates={estimates} />}
        </>
      }
      submitLabel={compares ? words.submitMany({ agents: selected.size }) : words.submit}
      start={submit}
    >
      <ForkStartChoice agentId={agentId} atEventId={atEventId} before={before} start={start} onChange={setStart} />
      <label className={styles.field}>
        <span className={styles.label}>{words.prompt}</span>
        <textarea
          dir="auto"
          className={styles.prompt}
          rows={2}
          value={prompt}
          onChange={(change) => setPrompt(change.target.value)}
        />
      </label>
      <ForkProfile agentId={agentId} profile={profile} onChoose={setProfile} />
      <WorktreeField choice={worktree} />
    </ModelsDialog>
  )
}

/** Own worktrees, or why there can be none. */
function WorktreeField({ choice }: { choice: WorktreeChoice }) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={choice.isOn}
        disabled={!choice.isPossible}
        onChange={(change) => choice.choose(change.target.checked)}
      />
      {choice.isPossible ? words.worktree : words.noWorktree}
    </label>
  )
}

/** The estimated cost of the children's first answers together. */
function ForkPrice({ estimates }: { estimates: Estimates }) {
  const cost = estimateText(estimates)
  const title = cost === UNKNOWN_COST ? NO_PRICE_TITLE : words.estimated
  return (
    <span className={styles.price} title={title}>
      {estimates.length > 1 ? words.firstAnswers({ cost }) : words.firstAnswer({ cost })}
    </span>
  )
}

function forkNote(selected: number, compares: boolean, hasProfile: boolean): string {
  if (compares) return words.sideBySide
  if (selected > 0) return ''
  return hasProfile ? words.profileModel : words.sameModel
}

/**
 * Returns a function that forks. One child gets the focus, several become a comparison. It returns whether it
 * succeeded.
 */
function useFork(agentId: AgentId): (request: Omit<ForkRequest, 'agentId'>) => Promise<boolean> {
  const { agents, compare } = useActions()
  const { layout } = useStores()
  return async (request) => {
    const children = await agents.fork({ agentId, ...request })
    if (children === null) return false
    if (children.length > 1) compare.show(children.map(({ id }) => id))
    else for (const child of children) layout.dispatch({ type: 'focus', agentId: child.id })
    return true
  }
}

interface WorktreeChoice {
  readonly isPossible: boolean
  readonly isOn: boolean
  choose(isOn: boolean): void
}

/**
 * Whether the children of a fork get worktrees. Several do unless the user says otherwise: they would overwrite each
 * other.
 */
function useWorktreeChoice(agentId: AgentId, children: number): WorktreeChoice {
  const { folders } = useActions()
  useEffect(() => void folders.load(agentId), [folders, agentId])
  const isPossible = useFolders((state) => state.folders.get(agentId)?.canHaveWorktrees === true)
  const [chosen, choose] = useState<boolean | null>(null)
  return { isPossible, isOn: isPossible && (chosen ?? children > 1), choose }
}

interface ForkProfileProps {
  /** The agent to fork. */
  readonly agentId: AgentId
  /** Null: that of the agent. */
  readonly profile: string | null
  onChoose(profile: string | null): void
}

/** Choice of the profile that the children have. */
function ForkProfile({ agentId, profile, onChoose }: ForkProfileProps) {
  const inherited = useAgent(agentId)?.profile?.name
  const profiles = describedProfiles(useConfig(({ config }) => config?.profiles) ?? {})
  const chosen = profiles.find(({ name }) => name === profile)
  return (
    <label className={styles.field}>
      <span className={styles.label}>{words.profile}</span>
      <select
        className={styles.choice}
        title={visibleText(chosen?.description ?? '')}
        value={profile ?? ''}
        onChange={(change) => onChoose(change.target.value === '' ? null : change.target.value)}
      >
        <option value="">
          {inherited === undefined ? words.noProfile : words.sameProfile({ profile: visibleText(inherited) })}
        </option>
        {profiles.map(({ name }) => (
          <option key={name} value={name}>
            {visibleText(name)}
          </option>
        ))}
      </select>
    </label>
  )
}
