import { protectionOf } from '../../../shared/contract/protections.ts'
import type { AnyRule } from '../../../shared/contract/protection-types.ts'
import type { EngineApi } from '../../../shared/engine-api.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { AgentHomes } from '../agents/agent-homes.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { TreeLimits } from '../budgets/tree-limits.ts'

/** What the rules ask, and what they tell of acts of users. */
interface RuleServices {
  readonly homes: { readonly refusal: AgentHomes['refusal'] }
  readonly tree: AgentTree
  readonly treeLimits: { readonly acted: TreeLimits['acted'] }
}

/**
 * Returns the operations as the table of protections says: what is left to the home of an agent is refused at others, and the
 * limits of a tree count anew when a user acts in it. Lines that a user types, turns that a user begins and answers to
 * questions count by themselves.
 */
export function applyOperationRules(api: EngineApi, services: RuleServices): EngineApi {
  return withMembers(api, (group, groupName) =>
    isObject(group)
      ? withMembers(group, (operation, name) =>
          withRule(operation, protectionOf(`${groupName}.${name}`)?.rule, services),
        )
      : group,
  )
}

function withRule(operation: unknown, rule: AnyRule | undefined, services: RuleServices): unknown {
  if (rule === undefined) throw new Error('An operation has no rule')
  const { agents = [], act } = rule
  const actor = act === 'itself' ? null : act
  if (typeof operation !== 'function' || (agents.length === 0 && actor === null)) return operation
  const { homes, tree, treeLimits } = services
  return async (...args: readonly unknown[]): Promise<unknown> => {
    for (const field of agents) {
      const id = agentIn(args[0], field)
      const refused = id === null ? null : homes.refusal(tree.get(id))
      if (refused !== null) return refused
    }
    const done: Promise<unknown> = Promise.resolve(Reflect.apply(operation, undefined, args))
    const actedIn = actor === null ? null : agentIn(args[0], actor)
    // Begun at once, so that acts in quick succession keep their order. If the count cannot begin anew, a limit only asks
    // earlier.
    const [answer] = await Promise.all([done, actedIn === null ? null : treeLimits.acted(actedIn)])
    return answer
  }
}

function agentIn(input: unknown, field: string): AgentId | null {
  const id: unknown = isObject(input) ? Reflect.get(input, field) : undefined
  return typeof id === 'string' ? id : null
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Returns the same object with other members, each of which is made once. */
function withMembers<Whole extends object>(whole: Whole, change: (member: unknown, name: string) => unknown): Whole {
  const made = new Map<PropertyKey, unknown>()
  return new Proxy(whole, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target)
      if (typeof key !== 'string' || member === undefined) return member
      if (!made.has(key)) made.set(key, change(member, key))
      return made.get(key)
    },
  })
}
