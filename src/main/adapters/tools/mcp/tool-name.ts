import { createHash } from 'node:crypto'

import { serverToolPrefix } from '../../../../shared/tool-list.ts'

const MAX_LENGTH = 64
const HASH_LENGTH = 8

/** Returns a name that every provider accepts: a letter, then letters, digits, `_` and `-`, at most 64 characters. */
function serverToolName(server: string, tool: string): string {
  const plain = serverToolPrefix(server) + tool.replaceAll(/[^\w-]/g, '_')
  return plain.length <= MAX_LENGTH ? plain : shortened(plain, `${server}__${tool}`)
}

/** Returns the names of a server's tools, in order. Names that would collide are made distinct. */
export function serverToolNames(server: string, tools: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return tools.map((tool) => {
    const wanted = serverToolName(server, tool)
    const name = taken.has(wanted) ? shortened(wanted, `${server}__${tool}`) : wanted
    taken.add(name)
    return name
  })
}

function shortened(name: string, whole: string): string {
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_LENGTH)
  return `${name.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}_${hash}`
}
