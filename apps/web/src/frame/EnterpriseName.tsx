import { Skeleton } from '@mantine/core'
import type { Enterprise } from '@simwright/contract/session'
import classes from './EnterpriseName.module.css'

/** Which enterprise account the pages speak of, and its plan. */
export function EnterpriseName({ enterprise }: { enterprise: Enterprise | undefined }) {
  if (!enterprise) return <Skeleton width={140} height={12} />
  return (
    <div className={classes.enterprise}>
      <span className={classes.name}>{enterprise.name}</span>
      <span className={classes.plan}>{enterprise.plan}</span>
    </div>
  )
}
