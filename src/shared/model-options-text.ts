import {
  type ModelOptionName,
  type ModelOptions,
  OPTION_LABELS,
  OPTION_NAMES,
  type OptionalPartName,
  storedOptions,
  type UnsentOption,
} from './model-options.ts'
import { isRequestPart, REQUEST_PARTS } from './request-parts.ts'

/** Returns an agent's options in one line: `Verbosity low · Web search on`. */
export function optionsText(stored: ModelOptions): string {
  const options = storedOptions(stored)
  const values: Readonly<Record<ModelOptionName, string | undefined>> = {
    verbosity: options.verbosity,
    service_tier: options.service_tier,
    temperature: options.temperature?.toString(),
    max_output_tokens: options.max_output_tokens?.toLocaleString('en-US'),
    schema: options.schema && 'set',
    web_search: options.web_search === true ? 'on' : undefined,
    code_execution: options.code_execution === true ? 'on' : undefined,
  }
  const facts = OPTION_NAMES.flatMap((name) =>
    values[name] === undefined ? [] : `${OPTION_LABELS[name]} ${values[name]}`,
  )
  return facts.length === 0 ? 'Model options: default' : facts.join(' · ')
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
