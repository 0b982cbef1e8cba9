import { isJsonObject, type JsonObject, parseJsonObject } from './json.ts'

/** The tool with which a model searches the tools that a request does not contain. */
export const FIND_TOOLS = 'find_tools'

/** The tool with which a model calls a tool that it has found. */
export const CALL_TOOL = 'call_tool'

/** Whether a tool belongs to the search for tools. */
export function isSearchTool(name: string): boolean {
  return name === FIND_TOOLS || name === CALL_TOOL
}

interface NamedCall {
  readonly name: string
  readonly arguments: JsonObject
}

/** Returns the call of the found tool that a call of `call_tool` stands for; any other call is returned as it is. */
export function meantCall<Call extends NamedCall>(call: Call): Call {
  if (call.name !== CALL_TOOL) return call
  const { name, arguments: args } = call.arguments
  const object = objectOf(args)
  return typeof name !== 'string' || name === '' || object === null ? call : { ...call, name, arguments: object }
}

/** Some models write the arguments as a text of JSON, and leave out those of a tool that takes none. */
function objectOf(args: JsonObject[string] | undefined): JsonObject | null {
  if (args === undefined || args === null) return {}
  if (typeof args === 'string') return parseJsonObject(args)
  return isJsonObject(args) ? args : null
}

const UNFINISHED = /^\s*\{\s*"name"\s*:\s*"([\w-]+)"\s*(?:,\s*"arguments"\s*:\s*([^]*))?$/

/** As `meantCall`, for arguments of which only the first part may have been received. */
export function meantText(
  name: string,
  argumentsText: string,
): { readonly name: string; readonly argumentsText: string } {
  if (name !== CALL_TOOL) return { name, argumentsText }
  const args = parseJsonObject(argumentsText)
  if (args !== null) {
    const meant = meantCall({ name, arguments: args })
    return meant.name === name
      ? { name, argumentsText }
      : { name: meant.name, argumentsText: JSON.stringify(meant.arguments) }
  }
  const [, found, rest = ''] = UNFINISHED.exec(argumentsText) ?? []
  return found === undefined ? { name, argumentsText } : { name: found, argumentsText: rest }
}
