import { type ModelOptionName, type ModelOptions, OPTION_LABELS, storedOptions } from './model-options.ts'

/** Returns an agent's options in one line: `Verbosity low · Web search on`. */
export function optionsText(stored: ModelOptions): string {
  const options = storedOptions(stored)
  const facts = [
    fact('verbosity', options.verbosity),
    fact('service_tier', options.service_tier),
    fact('temperature', options.temperature),
    fact('max_output_tokens', options.max_output_tokens?.toLocaleString('en-US')),
    fact('schema', options.schema === undefined ? undefined : 'set'),
    fact('web_search', options.web_search === true ? 'on' : undefined),
    fact('code_execution', options.code_execution === true ? 'on' : undefined),
  ].filter((text) => text !== null)
  return facts.length === 0 ? 'Model options: default' : facts.join(' · ')
}

function fact(name: ModelOptionName, value: string | number | undefined): string | null {
  return value === undefined ? null : `${OPTION_LABELS[name]} ${value}`
}
