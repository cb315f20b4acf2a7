import { useLingui } from '@lingui/react/macro';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useId, useState } from 'react';
import { keysAreOn, switchKeys } from '#console/ui/keys.ts';

/** Whether keys of one letter do anything; kept in this browser. */
export function ShortcutsSwitch() {
  const { t } = useLingui();
  const [on, setOn] = useState(keysAreOn);
  const about = useId();
  return (
    <div>
      <FormControlLabel
        sx={{ minHeight: 'var(--touch)' }}
        control={
          <Switch
            checked={on}
            slotProps={{ input: { 'aria-describedby': about } }}
            onChange={(_event, chosen) => {
              switchKeys(chosen);
              setOn(chosen);
            }}
          />
        }
        label={t`Atajos de una tecla`}
      />
      <FormHelperText id={about} sx={{ mt: 0 }}>
        {t`Apagalos si dictás en voz alta o si una tecla suelta te cambia algo sin querer. Todo se puede hacer también con botones.`}
      </FormHelperText>
    </div>
  );
}
