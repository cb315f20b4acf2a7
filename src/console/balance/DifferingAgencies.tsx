import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { type BalanceAgency, type DifferingDays, countUnexplained } from '#contract/desk/balance.ts';
import { AgencyName } from '#console/agency-select/AgencyName.tsx';
import { paths } from '#console/paths.ts';
import { FailureText } from '#console/ui/FailureText.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useDayRange } from '#console/ui/use-formats.ts';
import { formatBalanceSearch } from './address.ts';
import { findDifferingDays } from './balance-queries.ts';
import { useBalanceText } from './balance-text.ts';

export function DifferingAgencies({ agencies }: { agencies: readonly BalanceAgency[] }) {
  const { t } = useLingui();
  const differing = agencies.filter(({ reading }) => reading && countUnexplained(reading) > 0);
  if (differing.length === 0) return null;
  return (
    <Section title={t`Sin explicar`}>
      <Stack component="ul" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {differing.map((agency) => (
          <DifferingAgency key={agency.adminMail} agency={agency} />
        ))}
      </Stack>
    </Section>
  );
}

function DifferingAgency({ agency: { adminMail, reading } }: { agency: BalanceAgency }) {
  const text = useBalanceText();
  const search = useMutation(findDifferingDays);
  return (
    <Stack component="li" sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <div>
          <AgencyName adminMail={adminMail} />
        </div>
        <Typography sx={{ flex: 1, minWidth: 200 }}>
          {reading && text.unexplained(reading).join('; ')}
        </Typography>
        <Button
          size="small"
          variant="outlined"
          loading={search.isPending}
          onClick={() => search.mutate(adminMail)}
        >
          <Trans>Buscar los días</Trans>
        </Button>
      </Stack>
      {search.error && <FailureText error={search.error} />}
      <output>{search.data && <Days adminMail={adminMail} days={search.data.days} />}</output>
    </Stack>
  );
}

function Days({ adminMail, days }: { adminMail: string; days: readonly DifferingDays[] }) {
  const text = useBalanceText();
  const formatDays = useDayRange();
  if (days.length === 0)
    return (
      <Typography>
        <Trans>Ahora los días cierran: lo que faltaba ya llegó.</Trans>
      </Typography>
    );
  return (
    <Stack component="ul" sx={{ m: 0, ps: 2 }}>
      {days.map(({ from, to, ...counts }) => (
        <li key={from}>
          <Link
            component={RouterLink}
            to={paths.balance(formatBalanceSearch({ from, to, agency: adminMail }))}
            underline="hover"
          >
            {formatDays(from, to)}
          </Link>
          : {text.unexplained(counts).join('; ')}
        </li>
      ))}
    </Stack>
  );
}
