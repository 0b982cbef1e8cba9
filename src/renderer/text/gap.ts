/** Stands in a prepared prompt for what the user has to write. It is rare in other texts. */
export const GAP = '⟨…⟩'
