/** "25 Oct - 23 Nov 2026". The server has already applied the caller's time zone, so the days are parsed as UTC. */
export function daysText({ firstDay, lastDay }: { firstDay: string; lastDay: string }): string {
  const [first, last] = [firstDay, lastDay].map((day) => new Date(`${day}T00:00:00Z`))
  return format.formatRange(first!, last!)
}

const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
