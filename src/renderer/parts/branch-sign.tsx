/**
 * Signs of what the window draws as branches: straight lines, quarter circles and dots on a grid of 16, as the mark of
 * ikigai. One meaning has one sign.
 */
const SIGNS = {
  fork: { lines: 'M5 14V5.5M5 12h1.5A4.5 4.5 0 0 0 11 7.5V6.6', dots: 'M5 2.6h.01M11 3.6h.01' },
  merge: { lines: 'M8 14V8.5M8 9C8 6 3.5 7 3.5 3.5M8 9c0-3 4.5-2 4.5-5.5', dots: null },
  race: {
    lines: 'M2 8h2.5M4.5 8C6 8 5.5 3.5 8 3.5h3M4.5 8h8M4.5 8c1.5 0 1 4.5 3.5 4.5h1.5',
    dots: 'M13 8h.01',
  },
  map: { lines: 'M2 11h4.5A3.5 3.5 0 0 0 10 7.5 3.5 3.5 0 0 1 13.5 4M2 11h11', dots: 'M13.2 11h.01' },
  changes: { lines: 'M2.5 3h11v10h-11zM8 3v10M4.3 6h2M4.3 8.5h2M10 7.2h2.4M11.2 6v2.4', dots: null },
} as const satisfies Readonly<Record<string, { readonly lines: string; readonly dots: string | null }>>

interface BranchSignProps {
  readonly of: keyof typeof SIGNS
  readonly className?: string | undefined
}

/** One of the signs, 16 px unless a style sheet says otherwise. It has no name: put a word beside it. */
export function BranchSign({ of, className }: BranchSignProps) {
  const { lines, dots } = SIGNS[of]
  return (
    <svg
      className={className}
      width={16}
      height={16}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      data-sign={of}
      aria-hidden
    >
      {/* Widths of their own: style sheets set that of icons on a finer grid. */}
      <path d={lines} strokeWidth={1.5} />
      {dots === null ? null : <path d={dots} strokeWidth={2.8} />}
    </svg>
  )
}
