import type { Tool } from '../../src/main/core/ports/tool-ports.ts'

/** Tools of servers `desk0`, `desk1`, …, twenty each: `desk1__open_drawer_27` opens drawer 27 when it is called. */
export function searchedTools(
  count: number,
  isOpened: (drawer: number, args: unknown) => void = () => undefined,
): readonly Tool[] {
  return Array.from({ length: count }, (_, drawer) => {
    const server = `desk${Math.floor(drawer / 20)}`
    const name = `${server}__open_drawer_${drawer}`
    const parameters = { type: 'object', properties: { wide: { type: 'boolean', description: 'All the way.' } } }
    return {
      definition: { name, description: `Opens drawer ${drawer} of the desk, and says what is in it.`, parameters },
      server,
      prepare: async (args) => {
        if (args['wide'] !== undefined && typeof args['wide'] !== 'boolean')
          return { ok: false, message: 'wide: must be a boolean.' }
        const run = async () => {
          isOpened(drawer, args)
          return { content: `Drawer ${drawer} is open.`, isError: false }
        }
        const subject = JSON.stringify(args)
        return { ok: true, call: { subject, access: 'network', paths: [], isInFolder: false, run } }
      },
    }
  })
}
