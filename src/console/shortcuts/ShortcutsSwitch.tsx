import { useLingui } from '@lingui/react/macro';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useId, useState } from 'react';
import { areShortcutsEnabled, setShortcutsEnabled } from '#console/ui/keyboard-shortcuts.ts';

export function ShortcutsSwitch() {
  const { t } = useLingui();
  const [isOn, setOn] = useState(areShortcutsEnabled);
  const descriptionId = useId();
  return (
    <div>
      <FormControlLabel
        sx={{ minHeight: 'var(--touch)' }}
        control={
          <Switch
            checked={isOn}
            slotProps={{ input: { 'aria-describedby': descriptionId } }}
            onChange={(_event, isOn) => {
              setShortcutsEnabled(isOn);
              setOn(isOn);
            }}
          />
        }
        label={t`Atajos de una tecla`}
      />
      <FormHelperText id={descriptionId} sx={{ mt: 0 }}>
        {t`Apagalos si dictás en voz alta o si una tecla suelta te cambia algo sin querer. Todo se puede hacer también con botones.`}
      </FormHelperText>
    </div>
  );
}
