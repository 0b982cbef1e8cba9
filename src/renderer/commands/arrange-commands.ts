import type { AgentId } from '../../shared/ids.ts'
import { stepOf } from '../store/layout.ts'
import type { AppModel } from '../app/app-model.ts'
import type { FocusPrompt } from './pane-commands.ts'
import type { CommandBody } from './window-command.ts'

const DIRECTIONS = ['left', 'right', 'up', 'down'] as const

/** Splitting and moving panes: what the mouse does by dragging headers. And the way back to where one was. */
export function arrangeCommands(app: AppModel, focusPrompt: FocusPrompt): readonly CommandBody[] {
  const { dialogs, tree } = app.stores
  const split = (direction: 'right' | 'down') => () => {
    return tree.getState().agents.size === 0 ? null : () => dialogs.setState({ dialog: { type: 'split', direction } })
  }
  return [
    { id: 'pane.split', title: 'Split right…', group: 'Panes', prepare: split('right') },
    { id: 'pane.splitDown', title: 'Split down…', group: 'Panes', prepare: split('down') },
    ...DIRECTIONS.map((direction) => moveCommand(app, direction)),
    visitCommand(app, focusPrompt, { id: 'pane.back', title: 'Back to the agent before', step: -1 }),
    visitCommand(app, focusPrompt, { id: 'pane.forward', title: 'Forward again', step: 1 }),
  ]
}

function moveCommand({ stores: { layout } }: AppModel, direction: (typeof DIRECTIONS)[number]): CommandBody {
  return {
    id: `pane.move.${direction}`,
    title: `Move pane ${direction}`,
    group: 'Panes',
    prepare() {
      const state = layout.getState()
      const step = state.focused === null ? null : stepOf(state, state.focused, direction)
      if (state.focused === null || step === null) return null
      const order = { type: 'place', agentId: state.focused, ...step } as const
      return () => layout.dispatch(order)
    },
  }
}

interface Visit {
  readonly id: 'pane.back' | 'pane.forward'
  readonly title: string
  readonly step: 1 | -1
}

function visitCommand(
  { actions: { paneHistory } }: AppModel,
  focusPrompt: FocusPrompt,
  { id, title, step }: Visit,
): CommandBody {
  return {
    id,
    title,
    group: 'Panes',
    prepare() {
      const agentId: AgentId | null = paneHistory.peek(step)
      if (agentId === null) return null
      return () => {
        paneHistory.go(step)
        focusPrompt(agentId)
      }
    },
  }
}
