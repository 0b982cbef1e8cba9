import type { AnswerSource } from '../../shared/answer-source.ts'
import { refsOf } from '../../shared/attachment.ts'
import type { Draft } from '../../shared/contract/settings.ts'
import type { AskRequest } from '../../shared/engine-api.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { AttachmentActions } from './attachment-actions.ts'
import type { AgentActions } from './agent-actions.ts'
import type { CostQuestion } from './cost-question.ts'
import type { AgentTreeStore } from '../store/agent-tree-store.ts'
import type { AgentViews } from '../store/agent-view-store.ts'
import type { Drafts } from '../store/draft-store.ts'
import type { EngineClient, Stop } from '../store/engine-connection.ts'
import type { PromptOwner } from '../store/prompt-files.ts'
import type { LayoutStore } from '../store/layout-store.ts'
import type { Notices } from '../store/notice-store.ts'
import type { ComparisonStore } from '../store/comparison-store.ts'
import {
  activeComparison,
  archivedByAdoption,
  comparisonOf,
  membersOf,
  shownOrder,
  type Comparison,
  type ComparisonAction,
  dealtAnew,
} from '../store/comparison.ts'
import type { Toasts } from '../store/toast-store.ts'
import { columnLetter } from '../store/column-letters.ts'
import { texts } from '../text/texts.ts'
import { createAnswerActions, type AnswerActions } from './answer-actions.ts'
import type { ArrangeActions } from './arrange-actions.ts'
import { oneLine } from './result-mail.ts'
import { defined } from '../../shared/defined.ts'

const words = texts.actions.compare

/** User operations on comparisons of agents that answer the same prompts. */
export interface CompareActions extends AnswerActions {
  /** Shows the agents side by side instead of the panes. Their panes remain open underneath. */
  show(agents: readonly AgentId[]): void
  /**
   * Asks the agent and a fork of it per model the same prompt, and compares them; returns whether the engine accepted
   * it.
   */
  ask(request: AskRequest): Promise<boolean>
  leave(): void
  /** Sends the content of the shared prompt box to all agents; the box is cleared if at least one accepted it. */
  sendShared(comparison: Comparison): Promise<void>
  /** Sends the content of an agent's own prompt box to all agents of its comparison. */
  sendFrom(agentId: AgentId): Promise<void>
  /** Hides the names of the models, with letters dealt anew, or shows them again. */
  toggleNames(comparison: Comparison): void
  /** Stops all running turns of the comparison. */
  stopAll(comparison: Comparison): Promise<void>
  /**
   * Continues with one agent: its pane stays open, those of the others and of the judges are closed, and they are
   * archived. Offers to undo it, which opens the comparison again.
   */
  adopt(comparison: Comparison, agentId: AgentId): Promise<void>
  /**
   * Forks the judge with the prompt about the answers and shows the fork beside the others; returns whether that
   * succeeded.
   */
  askJudge(comparison: Comparison, judge: AgentId, prompt: string, answers: readonly AnswerSource[]): Promise<boolean>
  /** Sends a mail from the agent to its parent; returns whether it was sent. */
  sendToParent(agentId: AgentId, text: string): Promise<boolean>
  /** Returns to the panes when an agent outside of the comparison gets the focus. */
  followFocus(): Stop
}

export interface CompareActionsDependencies {
  readonly client: EngineClient
  readonly agents: AgentActions
  readonly attachments: AttachmentActions
  readonly costs: CostQuestion
  readonly tree: AgentTreeStore
  readonly views: AgentViews
  readonly layout: LayoutStore
  readonly drafts: Drafts
  readonly notices: Notices
  readonly comparisons: ComparisonStore
  readonly arrange: ArrangeActions
  readonly toasts: Toasts
}

export function createCompareActions(dependencies: CompareActionsDependencies): CompareActions {
  const { agents, attachments, costs, tree, views, layout, drafts, notices, comparisons } = dependencies

  const living = (comparison: Comparison) =>
    comparison.agents.filter((agentId) => tree.getState().agents.get(agentId)?.status === 'running')
  const isAnswering = (agentId: AgentId) => (views.getState().views.get(agentId)?.turn ?? null) !== null

  function show(chosen: readonly AgentId[]): void {
    layout.dispatch({ type: 'open', agents: chosen, focus: true })
    comparisons.dispatch({ type: 'show', agents: chosen })
  }

  /**
   * Sends a text to all agents, with the files in the prompt box `from`; returns whether at least one accepted it. A
   * refusal is shown in the agent's column. A prompt that costs more than the user's limit is sent after a
   * confirmation.
   */
  async function broadcast(comparison: Comparison, draft: Draft, from: PromptOwner): Promise<boolean> {
    const { text, asText } = draft
    if (!(await costs.mayBeSent(living(comparison), draft))) return false
    const send = async (agentId: AgentId): Promise<boolean> => {
      const choice = tree.getState().agents.get(agentId)?.choice ?? null
      const files = await attachments.forSending(from, choice)
      if (files === null) return false
      return agents.submit(agentId, text, {
        asText,
        ...defined({ attachments: files.length > 0 ? refsOf(files) : undefined }),
      })
    }
    const taken = await Promise.all(living(comparison).map(send))
    return taken.includes(true)
  }

  return {
    show,
    async ask(request) {
      const children = await agents.ask(request)
      if (children === null) return false
      show([request.agentId, ...children.map(({ id }) => id)])
      return true
    },
    leave: () => comparisons.dispatch({ type: 'leave' }),
    async sendShared(comparison) {
      const { id, draft: text, draftAsText: asText, draftFiles } = comparison
      const isEmpty = text.trim() === '' && draftFiles.length === 0
      if (isEmpty || comparison.agents.some(isAnswering)) return
      if (!(await broadcast(comparison, { text, asText, attachments: draftFiles }, id))) return
      comparisons.dispatch({ type: 'draft', id, text: '', asText: false })
      comparisons.dispatch({ type: 'draft_files', id, files: [] })
    },
    async sendFrom(agentId) {
      const comparison = comparisonOf(comparisons.getState(), agentId)
      const draft = drafts.draftOf(agentId)
      if (comparison === null || (draft.text.trim() === '' && draft.attachments === undefined)) return
      if (comparison.agents.some(isAnswering)) return notices.show(agentId, words.stillAnswering)
      if (!(await broadcast(comparison, draft, agentId))) return
      drafts.type(agentId, '')
      drafts.setFiles(agentId, [])
    },
    toggleNames: (comparison) => comparisons.dispatch(namesToggled(comparison)),
    async stopAll(comparison) {
      const running = membersOf(comparison).filter(isAnswering)
      await Promise.all(running.map((agentId) => agents.cancel(agentId)))
    },
    adopt: (comparison, adopted) => adoptAgent(comparison, adopted, dependencies, () => show(comparison.agents)),
    ...createAnswerActions(dependencies, show),
    async askJudge(comparison, judge, prompt, answers) {
      const shown = answers.length === 0 ? {} : { answers }
      const [fork] = (await agents.fork({ agentId: judge, models: [], prompt, reason: 'judge', ...shown })) ?? []
      if (fork === undefined) return false
      comparisons.dispatch({ type: 'add_judge', id: comparison.id, agentId: fork.id })
      // Show the comparison again: the fork received the focus, which switched to the panes.
      comparisons.dispatch({ type: 'show', agents: comparison.agents })
      return true
    },
    async sendToParent(agentId, text) {
      const parent = tree.getState().agents.get(agentId)?.parentId ?? null
      return parent !== null && (await agents.submit(agentId, `/send ${parent} ${oneLine(text)}`))
    },
    followFocus: () =>
      layout.subscribe(({ focused }, before) => {
        const active = activeComparison(comparisons.getState())
        if (active === null || focused === before.focused || focused === null) return
        if (!membersOf(active).includes(focused)) comparisons.dispatch({ type: 'leave' })
      }),
  }
}

function namesToggled({ id, agents, hidden }: Comparison): ComparisonAction {
  if (hidden !== null) return { type: 'show_names', id }
  return { type: 'hide_names', id, order: dealtAnew(agents.length, Math.random) }
}

/** `again`: shows the comparison once more. */
async function adoptAgent(
  comparison: Comparison,
  adopted: AgentId,
  { arrange, comparisons, layout, toasts, tree }: CompareActionsDependencies,
  again: () => void,
): Promise<void> {
  const losers = archivedByAdoption(comparison, adopted, tree.getState().agents)
  comparisons.dispatch({ type: 'adopt', id: comparison.id, agentId: adopted })
  layout.dispatch({ type: 'open', agents: [adopted], focus: true })
  const others = membersOf(comparison).filter((agentId) => agentId !== adopted)
  layout.dispatch({ type: 'close', agents: others })
  if (losers.length > 0 && !(await arrange.move(losers, true))) return
  const shown = shownOrder(comparison.agents, comparison.hidden)
  toasts.show(adoptedText(shown.indexOf(comparison.agents.indexOf(adopted)), losers.length), () => {
    void arrange.move(losers, false)
    again()
  })
}

function adoptedText(index: number, archived: number): string {
  const column = columnLetter(index)
  return archived === 0 ? words.adopted({ column }) : words.adoptedAndArchived({ column, agents: archived })
}
