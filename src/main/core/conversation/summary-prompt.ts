/** What a model is asked when its context is compressed. The summary stands in the context in place of all it covers. */
export const SUMMARY_PROMPT = `Write a summary of the conversation so far. It will stand in your context in place of the \
conversation itself, so you must be able to go on from it alone.

Keep: what the person wants, in their own words where the wording matters; decisions and the reasons for them; facts, \
names, paths, figures and code that are still needed, exactly; what was tried and failed; what is done, and what comes next. \
Leave out courtesies, repetitions and whatever was superseded. Write in the language of the conversation. Answer with the \
summary only.`
