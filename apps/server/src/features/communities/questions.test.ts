import { getUser } from "@toibako/contract/profiles.ts";
import { postBlock, postReport } from "@toibako/contract/moderation.ts";
import { postAnswerLike } from "@toibako/contract/likes.ts";
import {
  getCommunity,
  getCommunityQuestion,
  listCommunityAnswers,
  listCommunityQuestions,
  listFeaturedQuestions,
  listOwnCommunityItems,
  listSampleQuestions,
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities.ts";
