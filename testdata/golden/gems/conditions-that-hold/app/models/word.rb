class Word < ApplicationRecord
end
