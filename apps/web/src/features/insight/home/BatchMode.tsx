import { Button } from '@mantine/core'
import { sourceLimits } from '@simwright/contract/profiles/source'
import { IconFileUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { pages } from '../../../paths.ts'
import { Allowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import classes from './HomePage.module.css'
import { homeTexts } from './home-texts.ts'

const texts = homeTexts.batch

/** Links to the import of a whole file of subscribers. */
export function BatchMode() {
  return (
    <Allowed need="Generate_Ac_View">
      <Panel title={texts.title}>
        <div className={classes.batch}>
          <p>{say(texts.text, { records: sourceLimits.records })}</p>
          <Button
            variant="default"
            component={Link}
            to={pages.generateAc.path as string}
            leftSection={<IconFileUpload size={16} />}
          >
            {texts.open}
          </Button>
        </div>
      </Panel>
    </Allowed>
  )
}
