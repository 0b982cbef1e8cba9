import type { ContentBlock } from './content.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts'

/** What a provider's own tool did, as far as it can be shown. */
export type ServerToolUse =
  /** `output`: null if it is not part of the call. */
  | { readonly type: 'code'; readonly language: string; readonly code: string; readonly output: string | null }
  | { readonly type: 'output'; readonly output: string }
  | { readonly type: 'search'; readonly query: string }

/**
 * Reads what a provider's own tool did from a block without text, whose data is the provider's block, part or item
 * unchanged (docs/behaviour/providers.md#server-tools). Null: the block is something else, or has nothing to show.
 */
export function serverToolUse(block: ContentBlock): ServerToolUse | null {
  if (block.type !== 'text' || block.text !== '') return null
  for (const value of Object.values(block.provider_data ?? {})) {
    const use = isJsonObject(value) ? (claudeUse(value) ?? responsesUse(value) ?? geminiUse(value)) : null
    if (use !== null) return use
  }
  return null
}

/** `server_tool_use`, and the results of its programs. Results of searches are the sources of the answer. */
function claudeUse({ type, name, input, content }: JsonObject): ServerToolUse | null {
  if (type === 'server_tool_use' && isJsonObject(input)) {
    if (name === 'web_search') return search(input['query'])
    if (name === 'bash_code_execution') return code('bash', input['command'])
    return name === 'code_execution' ? code('python', input['code']) : null
  }
  if (typeof type !== 'string' || !type.endsWith('code_execution_tool_result') || !isJsonObject(content)) return null
  return output([content['stdout'], content['stderr'], content['error_code']])
}

/** Items of the Responses API. */
function responsesUse({ type, action, code: program, outputs }: JsonObject): ServerToolUse | null {
  if (type === 'web_search_call' && isJsonObject(action)) return search(action['query'])
  if (type !== 'code_interpreter_call') return null
  const logs = Array.isArray(outputs) ? outputs.map((each) => (isJsonObject(each) ? each['logs'] : null)) : []
  return code('python', program, output(logs)?.output ?? null)
}

function geminiUse({ executableCode: run, codeExecutionResult: result }: JsonObject): ServerToolUse | null {
  if (isJsonObject(run)) return code(textOf(run['language']).toLowerCase(), run['code'])
  return isJsonObject(result) ? output([result['output']]) : null
}

function search(query: JsonValue | undefined): ServerToolUse | null {
  return textOf(query) === '' ? null : { type: 'search', query: textOf(query) }
}

function code(language: string, text: JsonValue | undefined, result: string | null = null): ServerToolUse | null {
  return textOf(text) === '' ? null : { type: 'code', language, code: textOf(text), output: result }
}

function output(parts: readonly (JsonValue | undefined)[]): Extract<ServerToolUse, { type: 'output' }> | null {
  const text = parts
    .map(textOf)
    .filter((part) => part !== '')
    .join('\n')
  return text === '' ? null : { type: 'output', output: text }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
