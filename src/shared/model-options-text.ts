import {
  type ModelOptionName,
  type ModelOptions,
  OPTION_LABELS,
  type OptionalPartName,
  storedOptions,
  type UnsentOption,
} from './model-options.ts'
import { isRequestPart, REQUEST_PARTS } from './request-parts.ts'

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

/** Returns why a request did not contain an option: `Temperature was not sent: gpt-6-sol does not take it.` */
export function unsentText({ option, why }: UnsentOption, model: string): string {
  if (isRequestPart(option)) return REQUEST_PARTS[option].text(model)
  const reason = why === 'refused' ? `the provider refused it for ${model}` : `${model} does not take it`
  return `${OPTION_LABELS[option]} was not sent: ${reason}.`
}

/** Returns what became of a part that was left out, in few words: `Temperature not sent`. */
export function shortUnsentText(part: OptionalPartName): string {
  return isRequestPart(part) ? REQUEST_PARTS[part].short : `${OPTION_LABELS[part]} not sent`
}
