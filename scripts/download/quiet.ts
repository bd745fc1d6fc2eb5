/**
 * Options of Rolldown for each build that is part of building the web app, also of those that a plugin starts: no warning
 * of plugins that take long, which ours do. A user sees the output of the first build.
 */
export const QUIET = { checks: { bundlerTimings: false } } as const
