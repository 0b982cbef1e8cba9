import type { OptionalPartName } from '../../../shared/model-options.ts'

/** What became of parts of requests that were left out, in few words. */
export const unsentParts: Readonly<Record<OptionalPartName, string>> = {
  verbosity: 'Ausführlichkeit nicht gesendet',
  service_tier: 'Service-Stufe nicht gesendet',
  temperature: 'Temperatur nicht gesendet',
  max_output_tokens: 'Grenze der Ausgabe nicht gesendet',
  schema: 'Schema der Antwort nicht gesendet',
  web_search: 'Websuche nicht gesendet',
  code_execution: 'Codeausführung nicht gesendet',
  stream_options: 'Verbrauch nicht angefragt',
  cache: 'Felder des Caches nicht gesendet',
  tool_choice: 'Werkzeuge in der letzten Runde nicht gesendet',
  parallel_calls: 'Aufrufe einzeln gesendet',
  system_role: 'System-Prompt im ersten Prompt',
  tools: 'Werkzeuge nicht gesendet',
  thinking_off: 'Denken nicht abgeschaltet',
  thinking_level: 'Andere Denkstufe gesendet',
  output_limit: 'Andere Grenze der Ausgabe gesendet',
}
