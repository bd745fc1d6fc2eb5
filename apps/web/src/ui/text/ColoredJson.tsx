import { Fragment } from 'react'
import classes from './Colored.module.css'
import { jsonTokens } from './json-token.ts'

/** Formatted JSON with colors. */
export function ColoredJson({ json }: { json: string }) {
  return jsonTokens(json).map(({ text, kind }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of one text never move
    <Fragment key={index}>{kind ? <span className={classes[kind]}>{text}</span> : text}</Fragment>
  ))
}
