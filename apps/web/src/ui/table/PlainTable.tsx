import type { ComponentPropsWithRef } from 'react'
import { joined } from '../layout/layout.tsx'
import classes from './PlainTable.module.css'

/** A table of a few rows within a panel, a drawer or a dialog; lists of pages are a `DataTable`. */
export function PlainTable({ className, ...rest }: ComponentPropsWithRef<'table'>) {
  return <table {...rest} className={joined(classes.table, className)} />
}
