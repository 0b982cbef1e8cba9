/** Maximum number of answers that are shown side by side, and of models that are asked at once. */
export const MAX_COMPARED = 8
