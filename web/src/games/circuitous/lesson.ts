// What the guided first game says, in our own words.

import { END, type Lesson } from '../../learn/coach.ts';

export default {
  minutes: '5 to 15',
  about: [
    'You build one winding path together, from the start to a finish.',
    'When it gets there, the shortest way counts, and on it everyone scores their own cards.',
    'One friendly bot plays along. Nothing here counts, and you can stop at any time.',
  ],
  steps: [
    {
      id: 'first',
      when: { clause: '3.2', touched: 'hand:', verb: 'Play' },
      title: 'The first card',
      text: 'The first card goes on from the start in at least two ways, so that there is something to choose. Touch a glowing outline, or drag the card onto it.',
      rule: '3.1',
    },
    {
      id: 'lay',
      when: { clause: '2.1', touched: 'hand:', verb: 'Play' },
      title: 'Find a place',
      text: 'Every glowing outline is a place where the card fits: its path meets an open end. The small number at its corner turns it, and so does R. Touch an outline, or drag the card onto it.',
      rule: '4.1',
    },
    {
      id: 'play',
      when: { clause: '2.1', touched: 'hand:', after: 'lay', later: true },
      title: 'What else a card can do',
      text: 'A card you do not like can go to the discard pile. One with a sign in its corner can do something else instead: touch the sign.',
      rule: '2.1',
    },
    {
      id: 'ability',
      when: { touched: 'hand:', verb: 'Use', after: 'ways' },
      title: 'Abilities',
      text: 'A sign on a card is an ability: turn or slide a finish, turn or replace a card, draw two. You use it by giving up the card.',
      rule: '5.1',
    },
    {
      id: 'goal',
      when: { clause: ['2.1', '3.1', '3.2'] },
      title: 'Welcome to the path',
      text: 'You build one path together. The game ends when it runs into the black edge of a finish, or so close that the finish can slide to it. Then your own cards on the shortest way are your points.',
      rule: '6.2',
    },
    {
      id: 'welcome',
      when: { clause: ['2.1', '3.1', '3.2'] },
      asks: 'hand:',
      title: 'Your hand',
      text: 'These five cards are your hand. The number on a card is what it scores for you if it lies on the way that counts. Touch a card: where it fits glows.',
      rule: '2.1',
    },
    {
      id: 'end-turn',
      when: { only: 'End turn' },
      title: 'End your turn',
      text: 'Until you end it you may still take the card back. Then you draw up to five again.',
      rule: '2.2',
    },
    {
      id: 'ways',
      when: { clause: '2.1', later: true },
      title: 'Which way counts?',
      text: 'The thin thread leads to the open end that is nearest to a finish, and the bars beside the table are the points on it. Build on where your cards lie, and around where the other’s do.',
      rule: '6.4',
    },
    {
      id: 'free',
      when: { clause: '2.1', after: 'ways', later: true },
      title: 'Now you know a turn',
      text: 'The rest is yours: play freely, and touch Hint whenever you wonder. Near a finish, look who is ahead on its way before you go there.',
    },
    END,
  ],
} satisfies Lesson;
