import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { HelpTopic } from '#console/help-topics.ts';

interface HelpSection {
  title: MessageDescriptor;
  topics: readonly HelpTopic[];
}

export const SECTIONS: readonly HelpSection[] = [
  { title: msg`La bandeja`, topics: ['views', 'freshness', 'clock', 'late', 'missing'] },
  {
    title: msg`Seguimiento`,
    topics: ['touch', 'status', 'claim', 'snooze', 'undo', 'conflict', 'offline', 'bulk'],
  },
  { title: msg`Cifras y archivos`, topics: ['figures', 'notifications', 'export'] },
  {
    title: msg`Agencias y avisos`,
    topics: ['invitation', 'disassociation', 'suspension', 'arrival', 'resend', 'matching', 'import'],
  },
  {
    title: msg`Personas y datos`,
    topics: ['visibility', 'people', 'audit', 'retention', 'erasure', 'session'],
  },
];
