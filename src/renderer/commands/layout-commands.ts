import type { AppModel } from '../app/app-model.ts'
import type { CommandBody } from './command-body.ts'

/** The saved layouts: the list of them, and one command for each of the first nine. */
export function layoutCommands({ stores: { dialogs, savedLayouts }, actions }: AppModel) {
  const open = (number: number): CommandBody => {
    const find = () => savedLayouts.getState().layouts[number - 1]?.name ?? null
    return {
      getAction() {
        const name = find()
        return name === null ? null : () => actions.savedLayouts.open(name)
      },
      getDetail: find,
    }
  }
  return {
    'layout.list': { getAction: () => () => dialogs.setState({ dialog: { type: 'layouts' } }) },
    'layout.1': open(1),
    'layout.2': open(2),
    'layout.3': open(3),
    'layout.4': open(4),
    'layout.5': open(5),
    'layout.6': open(6),
    'layout.7': open(7),
    'layout.8': open(8),
    'layout.9': open(9),
  }
}
