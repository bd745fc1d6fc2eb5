import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePlatform } from '../../../brand/platform.ts'
import { type Drawing, Illustration } from '../../../ui/Illustration.tsx'
import classes from './LonePage.module.css'

type LonePageProps = { drawing: Drawing; title: string; text: string; way: { label: string; to: string } }

/** A page with one thing to say and one way on. */
export function LonePage({ drawing, title, text, way }: LonePageProps) {
  const { appName, iconUrl } = usePlatform()
  return (
    <main className={classes.page}>
      <Link to="/" className={classes.brand}>
        <img src={iconUrl} alt="" width={26} height={26} />
        {appName}
      </Link>
      <Illustration name={drawing} />
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <Button component={Link} to={way.to} mt="lg">
        {way.label}
      </Button>
    </main>
  )
}
