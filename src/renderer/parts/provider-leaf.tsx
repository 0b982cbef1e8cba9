import { serverLabel } from '../../shared/endpoints/endpoint-model.ts'
import { inferProvider } from '../../shared/model-spec.ts'
import type { ProviderRow } from '../../shared/provider-row.ts'
import { type ProviderName, PROVIDERS } from '../../shared/providers.ts'
import styles from './provider-leaf.module.css'

/** A filled shape on a grid of 16, drawn for ikigai: no trademark of anyone. */
const SHAPES = {
  lance: 'M8 1c3.6 3 4.4 8 0 14C3.6 9 4.4 4 8 1Z',
  round:
    'M8 1.5a6.5 6.5 0 0 0-.9 12.93V9.5L4.5 7.2l.9-1.1 1.7 1.5V4.2h1.8v5.2l1.7-1.5.9 1.1-2.6 2.2v3.23A6.5 6.5 0 0 0 8 1.5Z',
  clover:
    'M8 1.2a3.2 3.2 0 0 1 2.87 4.62A3.2 3.2 0 1 1 9.1 11.03L9.3 15H6.7l.2-3.97A3.2 3.2 0 1 1 5.13 5.82 3.2 3.2 0 0 1 8 1.2Z',
  willow: 'M12.5 2.2A7 7 0 1 0 12.5 13.8 8 8 0 0 1 12.5 2.2Z',
  ginkgo:
    'M8 15 7.3 10.3C4.5 10.2 2 8.5 1 5.5 3.3 3 5.6 2.2 7.6 2.4L8 5.2l.4-2.8c2-.2 4.3.6 6.6 3.1-1 3-3.5 4.7-6.3 4.8Z',
  acorn: 'M3 6.2C3 3.6 5.2 2.6 7.3 2.5V1h1.4v1.5c2.1.1 4.3 1.1 4.3 3.7ZM4 7.4h8c0 4-2 6.3-4 7.6-2-1.3-4-3.6-4-7.6Z',
  needles: 'M7.2 15V9.5L2.2 3.2l1.2-.9 3.8 4.8V1h1.6v6.1l3.8-4.8 1.2.9-5 6.3V15Z',
  seed: 'M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3Zm0 1.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8Z',
} as const satisfies Readonly<Record<ProviderRow['leaf'], string>>

interface ProviderLeafProps {
  /** A provider, or a model without its level (`claude-sonnet-5-5`, `local/qwen`). Others are shown as a seed. */
  readonly of: string
  /** Whether screen readers get the provider's name. Without: the leaf stands beside the name of a model. */
  readonly named?: boolean
}

/** The shape that stands for a model's provider, in the provider's own pigment. */
export function ProviderLeaf({ of, named = false }: ProviderLeafProps) {
  const provider = providerOf(of)
  const leaf = provider === null ? 'seed' : PROVIDERS[provider].leaf
  const label = provider === null ? of : serverLabel({ provider, model: of })
  return (
    <svg
      className={styles.leaf}
      viewBox="0 0 16 16"
      data-leaf={leaf}
      {...(named ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={SHAPES[leaf]} fillRule="evenodd" />
    </svg>
  )
}

/** Returns the provider of that name, or of the model of that name; null if there is none. */
function providerOf(name: string): ProviderName | null {
  return isProvider(name) ? name : inferProvider(name)
}

function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name)
}
