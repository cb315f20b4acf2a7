import { useLingui } from '@lingui/react/macro';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import { useImportText } from './import-text.ts';
import { MATCH_RULES, type MatchRule } from './sort-rows.ts';

interface Props {
  rule: MatchRule;
  hasDate: boolean;
  onChange: (rule: MatchRule) => void;
}

export function RuleChoice({ rule, hasDate, onChange }: Props) {
  const { t } = useLingui();
  const text = useImportText();
  const id = useId();
  return (
    <FormControl>
      <FormLabel id={id}>{t`Cuando varias consultas coinciden`}</FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        value={rule}
        onChange={(_event, value) => onChange(value as MatchRule)}
      >
        {MATCH_RULES.filter((value) => hasDate || value !== 'day').map((value) => (
          <FormControlLabel key={value} value={value} label={text.rule[value]} control={<Radio />} />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
